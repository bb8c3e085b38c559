/** Keeps the hashed files of earlier releases beside those of a site, for 30 days; `now` in milliseconds since 1970. */
export function keepAssets(
  previous: string,
  site: string,
  now?: number,
): Promise<{ copied: number; dropped: number }>;
