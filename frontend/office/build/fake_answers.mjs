// The responses of the fake office, and their sign-in checks.

export const ok = (data) => ({ status: 200, body: { success: true, data } });
export const refused = (status, message, more = {}) => ({
  status,
  body: { success: false, message, ...more },
});

/** Encodes a response body: a text is a file, anything else is JSON. */
export const sent = (body) =>
  typeof body === 'string'
    ? { contentType: 'text/csv; charset=utf-8', text: body }
    : { contentType: 'application/json', text: JSON.stringify(body) };

/** Requires a signed-in staff member. */
export const needsMe = (handle) => (state, call) =>
  state.me ? handle(state, call) : refused(401, 'Please sign in.');

/** Requires a recent proof of identity. */
export const needsProof = (handle) =>
  needsMe((state, call) =>
    state.me.isReauthenticated
      ? handle(state, call)
      : refused(403, 'Please show that it is you.', { code: 'FORBIDDEN', reason: 'REAUTHENTICATE' }),
  );
