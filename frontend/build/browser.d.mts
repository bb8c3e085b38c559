/** How to start the browser. */
export const chromium: { executablePath: string | undefined; args: string[] };
