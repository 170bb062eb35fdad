"""Signatures under checkpoints: Ed25519 in the form of C2SP's signed notes.

A signature says who made a checkpoint; that nothing was changed since is shown without one. The
keys are written as the note tools of others write them. Needs the extra ``sign``.
"""

from base64 import b64decode, b64encode
from hashlib import sha256
from types import ModuleType
from typing import Final, Literal, NamedTuple

from settle.proofs.checkpoint import SIGNATURE, Kept

_ED25519: Final = b"\x01"
_PRIVATE: Final = "PRIVATE+KEY+"
_ID_BYTES: Final = 4
_KEY_BYTES: Final = 32


class SigningRefused(Exception):  # noqa: N818 - a refusal, as the store's
    """Nothing can be signed or checked with what was given; the text says why."""


class VerifierKey(NamedTuple):
    """What signatures are checked with: ``<name>+<id>+<key>``."""

    name: str
    public: bytes

    @property
    def id(self) -> bytes:
        """The first bytes of every signature under this key."""
        told = self.name.encode() + b"\n" + _ED25519 + self.public
        return sha256(told).digest()[:_ID_BYTES]

    def __str__(self) -> str:
        key = b64encode(_ED25519 + self.public).decode("ascii")
        return f"{self.name}+{self.id.hex()}+{key}"


def new_key(name: str) -> str:
    """A new secret key, to be kept where nobody else reads it."""
    seed: bytes = _ed25519().Ed25519PrivateKey.generate().private_bytes_raw()
    return _spelled_secret(VerifierKey(name, _public(seed)), seed)


def verifier_key_of(secret: str) -> VerifierKey:
    """The key that others check with. Raises SigningRefused."""
    return _read_secret(secret)[0]


def signature_line(text: str, secret: str) -> str:
    """The line to put below a text, after an empty one. Raises SigningRefused."""
    key, seed = _read_secret(secret)
    signed = _ed25519().Ed25519PrivateKey.from_private_bytes(seed).sign(text.encode())
    return f"{SIGNATURE}{key.name} {b64encode(key.id + signed).decode('ascii')}"


def read_verifier_key(text: str) -> VerifierKey:
    """The key of a text. Raises SigningRefused."""
    name, _, rest = text.strip().partition("+")
    given_id, _, encoded = rest.partition("+")
    key = VerifierKey(name, _key_bytes(encoded))
    if not name or given_id != key.id.hex():
        raise SigningRefused("This is no key to check signatures with: its parts do not fit.")
    return key


Signed = Literal["good", "bad", "missing"]


def signature_of(kept: Kept, key: VerifierKey) -> Signed:
    """Whether a checkpoint is signed with this key; what others signed is passed over."""
    found: Signed = "missing"
    for line in kept.signatures:
        name, _, encoded = line.removeprefix(SIGNATURE).partition(" ")
        signature = _decoded(encoded)
        if name != key.name or not signature.startswith(key.id):
            continue
        if not _holds(key.public, signature[_ID_BYTES:], kept.checkpoint.text()):
            return "bad"
        found = "good"
    return found


def _holds(public: bytes, signature: bytes, text: str) -> bool:
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415 - an extra

    try:
        _ed25519().Ed25519PublicKey.from_public_bytes(public).verify(signature, text.encode())
    except (InvalidSignature, ValueError):
        return False
    return True


def _spelled_secret(key: VerifierKey, seed: bytes) -> str:
    encoded = b64encode(_ED25519 + seed).decode("ascii")
    return f"{_PRIVATE}{key.name}+{key.id.hex()}+{encoded}"


def _read_secret(text: str) -> tuple[VerifierKey, bytes]:
    name, _, rest = text.strip().removeprefix(_PRIVATE).partition("+")
    seed = _key_bytes(rest.partition("+")[2])
    key = VerifierKey(name, _public(seed))
    if _spelled_secret(key, seed) != text.strip():
        raise SigningRefused("This is no secret key to sign with: its parts do not fit.")
    return key, seed


def _key_bytes(encoded: str) -> bytes:
    data = _decoded(encoded)
    if len(data) != 1 + _KEY_BYTES or not data.startswith(_ED25519):
        raise SigningRefused("This is no key: it should end with 44 characters of base64.")
    return data[1:]


def _decoded(encoded: str) -> bytes:
    try:
        return b64decode(encoded, validate=True)
    except ValueError:
        return b""


def _public(seed: bytes) -> bytes:
    private = _ed25519().Ed25519PrivateKey.from_private_bytes(seed)
    public: bytes = private.public_key().public_bytes_raw()
    return public


def _ed25519() -> ModuleType:
    try:
        from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise SigningRefused(
            'Signatures need a further library: pip install "settle[sign]".'
        ) from error
    return ed25519
