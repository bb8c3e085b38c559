// The responses of the fake office, and their sign-in checks.
import { ConnectError } from '@connectrpc/connect';
import { ErrorInfoSchema } from '../contract/google/rpc/error_details_pb.js';

export const ok = (data) => ({ status: 200, body: { success: true, data } });
export const refused = (status, message, more = {}) => ({
  status,
  body: { success: false, message, ...more },
});

/** The refusal of a method of the contract, with its reason and perhaps other details. */
export const refusedCall = (code, message, reason, ...details) =>
  new ConnectError(message, code, undefined, [{ desc: ErrorInfoSchema, value: { reason } }, ...details]);

const GRPC_WEB = 'application/grpc-web+proto';

/** Encodes a response body: bytes are a message of the contract, a text is a file, anything else is JSON. */
export function sent(body) {
  if (Buffer.isBuffer(body)) return { contentType: GRPC_WEB, bytes: body };
  return typeof body === 'string'
    ? { contentType: 'text/csv; charset=utf-8', bytes: Buffer.from(body) }
    : { contentType: 'application/json', bytes: Buffer.from(JSON.stringify(body)) };
}

/** Reads a request body. The content of files does not matter. */
export function read(contentType, bytes) {
  if (contentType === GRPC_WEB) return bytes;
  return bytes.length > 0 && contentType === 'application/json' ? JSON.parse(bytes) : {};
}

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
