"""What runs the fuzzer needs the extra ``fuzz``, and is no test."""

collect_ignore = ["fuzz.py"]
