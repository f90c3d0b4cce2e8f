"""What people see: summary, report, overlay."""
