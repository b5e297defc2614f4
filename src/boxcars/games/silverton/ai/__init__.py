"""What plays Silverton: the bots' judgement, and features for learners."""
