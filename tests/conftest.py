"""Having this file lets every test import the makers beside it."""
