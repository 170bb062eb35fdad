"""Lets ``python -m settle`` do what ``settle`` does."""

from settle.cli import main

if __name__ == "__main__":
    main()
