/** The lines of a log that tell something of somebody. */
export function personalIn(log: string): string[];
