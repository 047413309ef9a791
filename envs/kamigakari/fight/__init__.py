"""A fight: its record, its decisions, its rules, and the policy that plays figures without an agent."""
