// The refusals of the contract's methods.
import { Code, ConnectError } from '@connectrpc/connect';
import { ErrorInfoSchema } from '../contract/google/rpc/error_details_pb.js';

/** Requires a recent proof of identity. */
export const proven = (answer) => (state, request) => {
  if (state.me.isReauthenticated) return answer(state, request);
  const reason = { desc: ErrorInfoSchema, value: { reason: 'REAUTHENTICATE' } };
  throw new ConnectError('Please show that it is you.', Code.PermissionDenied, undefined, [reason]);
};
