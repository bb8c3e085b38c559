// The methods of the contract that the fake office answers, by gRPC-Web.
import { create, fromBinary, getOption, toBinary } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { encodeEnvelope } from '@connectrpc/connect/protocol';
import { setTrailerStatus, trailerFlag, trailerSerialize } from '@connectrpc/connect/protocol-grpc-web';
import { access } from '../contract/shop/access/v1/access_pb.js';
import { OrderEditingService } from '../contract/shop/order/v1/order_editing_pb.js';
import { OrderService, OrderStatus } from '../contract/shop/order/v1/order_pb.js';
import { refusedCall } from './fake_answers.mjs';
import { BOOK_METHODS } from './fake_books.mjs';
import { CASH_METHODS } from './fake_cash.mjs';
import { HELD_METHODS } from './fake_held.mjs';
import { PEOPLE_METHODS } from './fake_people_routes.mjs';
import { PRODUCT_METHODS } from './fake_products.mjs';
import { SHOP_METHODS } from './fake_shop.mjs';
import { SHOPPER_METHODS } from './fake_shoppers.mjs';
import { STAFF_METHODS } from './fake_staff.mjs';
import { STOCK_METHODS } from './fake_stock.mjs';

/** The length of a frame's head, in bytes. */
const HEAD = 5;

/**
 * Creates the fake office's route of methods. Each answers with the fields of its message, or throws a `ConnectError`. `weigh` records the
 * weight of a parcel.
 */
export function contractRoute(weigh) {
  const methods = [
    [
      OrderService.method.getOrder,
      ({ orders }, { orderNumber }) => ({ order: orderOf(find(orders, { orderNumber })) }),
    ],
    [
      OrderEditingService.method.correctParcelWeight,
      ({ orders }, { orderId, weightInGrams }) => ({
        order: orderOf(weigh(find(orders, { orderId }), weightInGrams)),
      }),
    ],
    ...BOOK_METHODS,
    ...CASH_METHODS,
    ...HELD_METHODS,
    ...PEOPLE_METHODS,
    ...PRODUCT_METHODS,
    ...SHOP_METHODS,
    ...SHOPPER_METHODS,
    ...STAFF_METHODS,
    ...STOCK_METHODS,
  ];
  return (state, { id, body }) => {
    const [method, answer] = methods.find(([{ parent, name }]) => `${parent.typeName}/${name}` === id);
    const frames = [];
    let refusal;
    try {
      if (getOption(method, access).needsReauthentication && !state.me.isReauthenticated) {
        throw refusedCall(Code.PermissionDenied, 'Please show that it is you.', 'REAUTHENTICATE');
      }
      const request = fromBinary(method.input, body.subarray(HEAD));
      const message = create(method.output, answer(state, request));
      frames.push(encodeEnvelope(0, toBinary(method.output, message)));
    } catch (error) {
      if (!(error instanceof ConnectError)) throw error;
      refusal = error;
    }
    frames.push(encodeEnvelope(trailerFlag, trailerSerialize(setTrailerStatus(new Headers(), refusal))));
    return { status: 200, body: Buffer.concat(frames) };
  };
}

const find = (orders, named) => {
  const [[name, value]] = Object.entries(named);
  return orders.find((order) => order[name] === value);
};

/** Converts an order to the fields that the parcel card reads. */
function orderOf({ orderId, orderNumber, status, version, parcel, parcelWeightInGrams, lines }) {
  return {
    orderId,
    orderNumber,
    status: OrderStatus[status.toUpperCase()],
    version,
    parcel,
    parcelWeightInGrams,
    lines: lines.map(({ weightInGrams, quantity }) => ({ weightInGrams, quantity })),
  };
}
