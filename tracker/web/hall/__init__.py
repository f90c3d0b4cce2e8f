"""What every route works with: the tables of one program, their lines to the screens, the steps, log and numbers."""
