"""Schema changes while the platform is in use: the rules of migrations, and locks with a time limit."""
