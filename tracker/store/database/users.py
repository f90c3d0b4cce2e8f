"""Who has a password, with which role, and who is signed in; of passwords and sessions only hashes are kept."""

from dataclasses import dataclass

from sqlalchemy import Connection, Row, delete, exists, insert, select, update
from sqlalchemy.exc import IntegrityError

from tracker.domain.errors import BadInput, UnknownName
from tracker.domain.roles import Role
from tracker.store.database import schema
from tracker.store.database.opening import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    """Somebody who can sign in."""

    name: str
    role: Role
    password_hash: str
    created_us: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A browser in which somebody is signed in."""

    token_hash: str
    user: str
    created_us: int
    expires_us: int


def keep_user(database: Database, user: User) -> None:
    """Keep somebody who is new.

    Raises:
        BadInput: the name is taken.
    """
    kept = {
        "name": user.name, "role": user.role.word, "password_hash": user.password_hash, "created_us": user.created_us,
    }  # fmt: skip
    try:
        with database.writing() as connection:
            connection.execute(insert(schema.users).values(kept))
    except IntegrityError as trouble:
        raise BadInput(f"user {user.name!r}: the name is taken: remove that user, or use another name") from trouble


def users(database: Database) -> tuple[User, ...]:
    """Return everybody by name."""
    with database.reading() as connection:
        return tuple(map(_user, connection.execute(select(schema.users).order_by(schema.users.c.name))))


def user_named(database: Database, name: str) -> User | None:
    """Return the user of that name, or None."""
    with database.reading() as connection:
        row = connection.execute(select(schema.users).where(schema.users.c.name == name)).first()
    return _user(row) if row else None


def has_users(database: Database) -> bool:
    """Tell whether anybody can sign in."""
    with database.reading() as connection:
        return bool(connection.scalar(select(exists(select(schema.users.c.id)))))


def has_admin(database: Database) -> bool:
    """Tell whether there is a user who may do everything."""
    with database.reading() as connection:
        return _has_admin(connection)


def change_role(database: Database, name: str, role: Role) -> None:
    """Keep another role, which holds from the next request on.

    Raises:
        UnknownName: there is no such user.
        BadInput: there would be no admin left.
    """
    with database.writing() as connection:
        changed = connection.execute(update(schema.users).where(schema.users.c.name == name).values(role=role.word))
        _must_be_one(changed.rowcount, name)
        _must_have_admin(connection, name)


def change_password(database: Database, name: str, password_hash: str) -> None:
    """Keep another password; whoever is signed in by that name is signed out.

    Raises:
        UnknownName: there is no such user.
    """
    u, s = schema.users.c, schema.sessions.c
    with database.writing() as connection:
        changed = connection.execute(update(schema.users).where(u.name == name).values(password_hash=password_hash))
        _must_be_one(changed.rowcount, name)
        number = select(u.id).where(u.name == name).scalar_subquery()
        connection.execute(delete(schema.sessions).where(s.user_id == number))


def remove_user(database: Database, name: str, *, last_admin: bool = False) -> None:
    """Forget a user, who is signed out everywhere; with `last_admin` even if nobody may do everything after that.

    Raises:
        UnknownName: there is no such user.
        BadInput: there would be no admin left.
    """
    with database.writing() as connection:
        _must_be_one(connection.execute(delete(schema.users).where(schema.users.c.name == name)).rowcount, name)
        if not last_admin:
            _must_have_admin(connection, name)


def keep_session(database: Database, session: Session) -> None:
    """Keep that somebody is signed in; sessions that have run out are forgotten.

    Raises:
        UnknownName: there is no such user any more.
    """
    with database.writing() as connection:
        connection.execute(delete(schema.sessions).where(schema.sessions.c.expires_us <= session.created_us))
        number = connection.scalar(select(schema.users.c.id).where(schema.users.c.name == session.user))
        _must_be_one(number is not None, session.user)
        connection.execute(
            insert(schema.sessions).values(
                token_hash=session.token_hash,
                user_id=number,
                created_us=session.created_us,
                expires_us=session.expires_us,
            )
        )


def user_of_session(database: Database, token_hash: str, now_us: int) -> User | None:
    """Return who is signed in by this session, or None: it has run out, was ended, or never was."""
    s = schema.sessions.c
    wanted = select(schema.users).join(schema.sessions).where(s.token_hash == token_hash, s.expires_us > now_us)
    with database.reading() as connection:
        row = connection.execute(wanted).first()
    return _user(row) if row else None


def end_session(database: Database, token_hash: str) -> None:
    """Sign out; where nobody is signed in nothing happens."""
    with database.writing() as connection:
        connection.execute(delete(schema.sessions).where(schema.sessions.c.token_hash == token_hash))


def sessions(database: Database, now_us: int) -> tuple[Session, ...]:
    """Return who is signed in, the oldest first."""
    u, s = schema.users.c, schema.sessions.c
    wanted = select(s.token_hash, u.name.label("user"), s.created_us, s.expires_us).join(schema.users)
    with database.reading() as connection:
        rows = connection.execute(wanted.where(s.expires_us > now_us).order_by(s.created_us, s.token_hash))
        return tuple(Session(**row) for row in rows.mappings())


def _user(row: Row[tuple[object, ...]]) -> User:
    given = row._mapping
    return User(
        name=given["name"], role=Role[given["role"].upper()], password_hash=given["password_hash"],
        created_us=given["created_us"],
    )  # fmt: skip


def _must_be_one(found: int, name: str) -> None:
    if not found:
        raise UnknownName(f"there is no user {name!r}: `cuewatch users list` shows all")


def _has_admin(connection: Connection) -> bool:
    admins = select(schema.users.c.id).where(schema.users.c.role == Role.ADMIN.word)
    return bool(connection.scalar(select(exists(admins))))


def _must_have_admin(connection: Connection, name: str) -> None:
    if not _has_admin(connection):
        raise BadInput(f"user {name!r} is the last admin: give somebody else that role first")
