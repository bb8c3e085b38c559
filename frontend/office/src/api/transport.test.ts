import { create } from '@bufbuild/protobuf';
import {
  Code,
  ConnectError,
  createClient,
  createRouterTransport,
  type ServiceImpl,
} from '@connectrpc/connect';
import { afterEach, expect, test, vi } from 'vitest';
import { ErrorInfoSchema } from '#contract/google/rpc/error_details_pb.js';
import { OrderEditingService } from '#contract/shop/order/v1/order_editing_pb.js';
import { OrderSchema, OrderService } from '#contract/shop/order/v1/order_pb.js';
import { ConnectionError, isPassing, isSignedOut, wordsOf } from './errors';
import { isReauthenticationAsked } from './reauthentication';
import { ContractError, officeTransport } from './transport';

afterEach(() => vi.useRealTimers());

type Handler = NonNullable<ServiceImpl<typeof OrderService>['getOrder']>;

function clientOf(getOrder: Handler) {
  const inner = createRouterTransport((router) => {
    router.service(OrderService, { getOrder });
  });
  return createClient(OrderService, officeTransport(inner));
}

/** The error of a call that the gateway refuses. */
const refusal = (code: Code, reason = '', message = 'No.') =>
  clientOf(() => {
    const details = reason ? [{ desc: ErrorInfoSchema, value: { reason } }] : [];
    throw new ConnectError(message, code, undefined, details);
  })
    .getOrder({})
    .then(
      () => expect.unreachable(),
      (error: unknown) => error,
    );

test('amounts stay exact', async () => {
  // More than a number of JavaScript holds.
  const totalPaise = 9_007_199_254_740_993n;
  const client = clientOf(() => ({ order: create(OrderSchema, { totalPaise }) }));
  expect((await client.getOrder({})).order?.totalPaise).toBe(totalPaise);
});

test('refusals are those of REST', async () => {
  expect(isSignedOut(await refusal(Code.Unauthenticated, 'NOT_SIGNED_IN'))).toBe(true);
  expect(isReauthenticationAsked(await refusal(Code.PermissionDenied, 'NO_PERMISSION'))).toBe(false);
  expect(isPassing(await refusal(Code.Unavailable, '', ''))).toBe(true);
  expect(await refusal(Code.NotFound)).toMatchObject({ status: 404, message: 'No.' });
  expect(await refusal(Code.FailedPrecondition, 'NOT_ALLOWED')).toMatchObject({
    status: 409,
    reason: { code: 'NOT_ALLOWED' },
  });
  expect(await refusal(Code.FailedPrecondition)).toMatchObject({ status: 500 });
  const fault = await refusal(Code.Internal, '', '');
  expect(fault).toBeInstanceOf(ContractError);
  expect(wordsOf(fault)).toBe('Something went wrong. Please try again.');
});

test('a missing response says why', async () => {
  const away = officeTransport({
    ...createRouterTransport(() => undefined),
    unary: () => Promise.reject(ConnectError.from(new TypeError('Failed to fetch'))),
  });
  await expect(createClient(OrderService, away).getOrder({})).rejects.toBeInstanceOf(ConnectionError);
  expect(await refusal(Code.DeadlineExceeded)).toMatchObject({ timedOut: true });
});

test('a read that no person triggered is marked, a change is not', async () => {
  const marks: (string | null)[] = [];
  const inner = createRouterTransport((router) => {
    const mark = (headers: Headers) => marks.push(headers.get('X-Unattended'));
    router.service(OrderService, {
      getOrder: (_, { requestHeader }) => {
        mark(requestHeader);
        return {};
      },
    });
    router.service(OrderEditingService, {
      correctParcelWeight: (_, { requestHeader }) => {
        mark(requestHeader);
        return {};
      },
    });
  });
  const transport = officeTransport(inner);
  await createClient(OrderService, transport).getOrder({});
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 });
  await createClient(OrderService, transport).getOrder({});
  await createClient(OrderEditingService, transport).correctParcelWeight({});
  expect(marks).toEqual([null, '1', null]);
});
