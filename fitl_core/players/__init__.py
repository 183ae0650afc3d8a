"""Who answers the questions: random play and its dice."""
