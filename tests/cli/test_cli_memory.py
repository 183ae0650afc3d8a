"""Memory: what a file takes grows with it by little; where there is none left, a message and exit code 70."""
