/** Texts of logging out. */
export const sessionMessages = {
  loggedOut: 'Logout successful',
  logoutFailed: (message: string) => `Logout failed: ${message}`,
} as const;
