// The calls of the contract's methods, by gRPC-Web through the office's gateway.
import type { DescMessage, MessageShape } from '@bufbuild/protobuf';
import { protoCamelCase } from '@bufbuild/protobuf/reflect';
import { MethodOptions_IdempotencyLevel } from '@bufbuild/protobuf/wkt';
import { Code, ConnectError, type Transport } from '@connectrpc/connect';
import { createGrpcWebTransport } from '@connectrpc/connect-web';
import { BadRequestSchema, ErrorInfoSchema } from '#contract/google/rpc/error_details_pb.js';
import { ApiError, ConnectionError } from './errors';
import { isSomebodyThere, UNATTENDED } from './presence';
import { afterReauthentication } from './reauthentication';

const TIMEOUT_MS = 15_000;

/** The HTTP status that REST has for a gRPC code. Other codes are faults. */
const STATUSES: Readonly<Partial<Record<Code, number>>> = {
  [Code.InvalidArgument]: 422,
  [Code.Unauthenticated]: 401,
  [Code.PermissionDenied]: 403,
  [Code.NotFound]: 404,
  [Code.AlreadyExists]: 409,
  [Code.Aborted]: 409,
  [Code.ResourceExhausted]: 429,
  [Code.Unavailable]: 503,
};

/** A refusal of a call by the contract. Pages treat it as one of REST. */
export class ContractError extends ApiError {
  readonly #error: ConnectError;

  constructor(error: ConnectError) {
    const reason = error.findDetails(ErrorInfoSchema)[0]?.reason;
    const violations = error.findDetails(BadRequestSchema).flatMap((each) => each.fieldViolations);
    const fields = violations.map((each) => ({
      field: protoCamelCase(each.field),
      message: each.description,
      code: each.reason,
    }));
    super(statusOf(error.code, reason), error.rawMessage, fields, {}, reason ? { code: reason } : {});
    this.#error = error;
  }

  /** Returns the message of the contract that came with the refusal, such as the current order after a version conflict. */
  present<Desc extends DescMessage>(schema: Desc): MessageShape<Desc> | undefined {
    return this.#error.findDetails(schema)[0];
  }
}

/** A failed precondition with a reason is a conflict that staff can resolve. */
function statusOf(code: Code, reason: string | undefined): number {
  if (code === Code.FailedPrecondition && reason) return 409;
  return STATUSES[code] ?? 500;
}

/**
 * Makes calls as those of REST: marked if no person triggered them, repeated after re-authentication, and failing with the errors of
 * `errors.ts`.
 */
export function officeTransport(inner: Transport): Transport {
  return {
    ...inner,
    unary: (method, signal, timeoutMs, header, input, values) => {
      const isThere = isSomebodyThere();
      const headers = new Headers(header);
      if (method.idempotency === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS && !isThere) {
        for (const [name, value] of Object.entries(UNATTENDED)) headers.set(name, value);
      }
      const call = () => inner.unary(method, signal, timeoutMs, headers, input, values).catch(refuse);
      return afterReauthentication(call, isThere);
    },
  };
}

function refuse(reason: unknown): never {
  const error = ConnectError.from(reason);
  // `fetch` fails with a TypeError if there is no response.
  if (error.cause instanceof TypeError) throw new ConnectionError(error.cause);
  if (error.code === Code.DeadlineExceeded) throw new ConnectionError(new DOMException('', 'TimeoutError'));
  // The page does not need the answer any more.
  if (error.code === Code.Canceled) throw error;
  throw new ContractError(error);
}

/** The transport of the office's pages. */
export const transport = officeTransport(
  createGrpcWebTransport({ baseUrl: '/api/office/rpc', defaultTimeoutMs: TIMEOUT_MS }),
);
