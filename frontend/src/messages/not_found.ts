/** Texts of the not-found page. */
export const notFoundMessages = {
  heading: 'Sacred Page Not Found',
  text: 'This path leads nowhere in the forest. The page may have moved, or the link has a slip of the pen.',
  home: 'Back to Home',
} as const;
