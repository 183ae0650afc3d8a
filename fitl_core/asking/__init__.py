"""Questions, answers, and the run through them. It knows no word of the game. Begin with `questions`."""
