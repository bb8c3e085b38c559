/** An office of its own, in memory. */
export function openFakeOffice(setup?: { signedIn?: string; now?: number; quicker?: readonly string[] }): {
  answer: (method: string, path: string, body?: object) => { status: number; body: object };
};
