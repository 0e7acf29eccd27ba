// The coach: what was missed, and how close the next title was.
export const coachCard = () => null;
