"""What alembic runs to bring a database up to date: all steps in the transaction that the opening holds."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
context.run_migrations()
