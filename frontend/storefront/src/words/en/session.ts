/** Texts of logging out. */
export const sessionWords = {
  loggedOut: 'Logout successful',
  logoutFailed: (message: string) => `Logout failed: ${message}`,
};
