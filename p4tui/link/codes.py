"""Codes: who knows the code of a game on the network may join it. The code itself is never sent."""

from __future__ import annotations

import hmac
import secrets

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Letters and digits that are not taken for one another: 31, so that a code has 40 bits."""
CODE_LENGTH = 8


def new_code() -> str:
    """Return a random code: `K3WB-9TQH`."""
    letters = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
    return f"{letters[:4]}-{letters[4:]}"


def new_challenge() -> str:
    """Return a random text that the guest must prove the code with."""
    return secrets.token_hex(16)


def proof_of(code: str, challenge: str) -> str:
    """Return the proof that somebody knows a code, whatever its case and hyphens."""
    letters = "".join(code.split()).replace("-", "").upper()
    key, text = (each.encode(errors="replace") for each in (letters, challenge))
    return hmac.new(key, text, "sha256").hexdigest()


def is_proven(code: str, challenge: str, proof: object) -> bool:
    """Return whether a proof from the other side is right."""
    given = proof if isinstance(proof, str) else ""
    return hmac.compare_digest(proof_of(code, challenge).encode(), given.encode(errors="replace"))
