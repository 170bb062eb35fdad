"""An independent reference for scoring, written from the rules alone and slower than the engine."""
