// The games with lessons, in the order of the Learn page.

export const LESSONS = { elements: true, dominion: true, polity: true, tortoise: true };
