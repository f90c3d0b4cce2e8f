"""Passwords, and the long random words that stand for a signed-in browser or an overlay; only hashes are ever kept.

Source: RFC 9106 (Argon2id, the parameters for little memory). A word of 256 random bits needs no slow hash.
"""

from hashlib import sha256
from secrets import token_urlsafe
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from tracker.domain.errors import BadInput

SHORTEST, LONGEST = 8, 200
HASHER: Final = PasswordHasher()


def hashed_password(password: str) -> str:
    """Return the salted hash of a password.

    Raises:
        BadInput: it is too short, or longer than anybody types.
    """
    if not SHORTEST <= len(password) <= LONGEST:
        raise BadInput(f"password: {SHORTEST} to {LONGEST} characters are due")
    return HASHER.hash(password)


def is_password(password: str, password_hash: str | None) -> bool:
    """Tell whether this is the password; None, nobody's hash: it is not, found out in as much time."""
    try:
        return HASHER.verify(password_hash or NOBODYS, password) and password_hash is not None
    except (VerificationError, InvalidHashError):
        return False


def new_word() -> str:
    """Return a word that nobody can guess."""
    return token_urlsafe(32)


def hashed_word(word: str) -> str:
    """Return what is kept of such a word."""
    return sha256(word.encode()).hexdigest()


NOBODYS: Final = HASHER.hash(new_word())
"""Checked where there is no such user, so that the time tells nothing."""
