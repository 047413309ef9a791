"""The rules of Defence Dice: set-up, the round, what is legal, dice, skills, Attack, prisoners, what is hidden."""
