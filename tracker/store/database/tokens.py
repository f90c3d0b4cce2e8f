"""Tokens of overlays: each lets whoever holds it read one table, until it is revoked; only its hash is kept."""

from dataclasses import dataclass

from sqlalchemy import insert, select, update

from tracker.domain.errors import BadInput, UnknownName
from tracker.store.database import schema
from tracker.store.database.opening import Database
from tracker.store.database.people import must_know_table


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """What an overlay may read by."""

    token_hash: str
    table: str
    label: str
    """What people call it by; of those that are not revoked, no two have the same."""
    created_us: int
    revoked_us: int | None = None


def keep_token(database: Database, token: Token) -> None:
    """Keep a token that is new.

    Raises:
        UnknownName: there is no such table.
        BadInput: another token has that label.
    """
    t = schema.overlay_tokens.c
    taken = select(t.token_hash).where(t.label == token.label, t.revoked_us.is_(None))
    with database.writing() as connection:
        must_know_table(connection, token.table)
        if connection.execute(taken).first():
            raise BadInput(f"token {token.label!r}: there is one already: revoke it first, or use another name")
        connection.execute(
            insert(schema.overlay_tokens).values(
                token_hash=token.token_hash, table_name=token.table, label=token.label, created_us=token.created_us
            )
        )


def tokens(database: Database) -> tuple[Token, ...]:
    """Return all tokens, the revoked ones too, the oldest first."""
    t = schema.overlay_tokens.c
    wanted = select(t.token_hash, t.table_name.label("table"), t.label, t.created_us, t.revoked_us)
    with database.reading() as connection:
        return tuple(Token(**row) for row in connection.execute(wanted.order_by(t.created_us)).mappings())


def table_of_token(database: Database, token_hash: str) -> str | None:
    """Return the table that a token reads; None: it was revoked, or never was."""
    t = schema.overlay_tokens.c
    with database.reading() as connection:
        return connection.scalar(select(t.table_name).where(t.token_hash == token_hash, t.revoked_us.is_(None)))


def revoke_token(database: Database, label: str, now_us: int) -> None:
    """Let nobody read by this token any more.

    Raises:
        UnknownName: there is none, or it was revoked before.
    """
    t = schema.overlay_tokens.c
    revoking = update(schema.overlay_tokens).where(t.label == label, t.revoked_us.is_(None)).values(revoked_us=now_us)
    with database.writing() as connection:
        if not connection.execute(revoking).rowcount:
            raise UnknownName(f"there is no token {label!r}: `cuewatch tokens list` shows all")
