/** The options of a paged list of the contract. Each page is requested with the token of the page before it. */
export const paged = {
  pageParamKey: 'pageToken',
  getNextPageParam: ({ nextPageToken }: { nextPageToken: string }) => nextPageToken || undefined,
} as const;
