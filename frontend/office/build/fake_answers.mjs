// How the made-up office answers, and whom.

export const ok = (data) => ({ status: 200, body: { success: true, data } });
export const refused = (status, message, more = {}) => ({
  status,
  body: { success: false, message, ...more },
});

/** What a body is sent as: a text is a file, anything else JSON. */
export const sent = (body) =>
  typeof body === 'string'
    ? { contentType: 'text/csv; charset=utf-8', text: body }
    : { contentType: 'application/json', text: JSON.stringify(body) };

/** Only for whoever is signed in. */
export const needsMe = (handle) => (state, call) =>
  state.me ? handle(state, call) : refused(401, 'Please sign in.');

/** Only for whoever has just shown that it is they. */
export const needsProof = (handle) =>
  needsMe((state, call) =>
    state.me.isReauthenticated
      ? handle(state, call)
      : refused(403, 'Please show that it is you.', { code: 'FORBIDDEN', reason: 'REAUTHENTICATE' }),
  );
