// The methods of the contract that the fake office answers, by gRPC-Web.
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { ConnectError } from '@connectrpc/connect';
import { encodeEnvelope } from '@connectrpc/connect/protocol';
import { setTrailerStatus } from '@connectrpc/connect/protocol-grpc';
import { trailerSerialize } from '@connectrpc/connect/protocol-grpc-web';
import { OrderEditingService } from '../contract/shop/order/v1/order_editing_pb.js';
import { OrderService, OrderStatus } from '../contract/shop/order/v1/order_pb.js';
import { CASH_METHODS } from './fake_cash.mjs';
import { HELD_METHODS } from './fake_held.mjs';
import { STOCK_METHODS } from './fake_stock.mjs';

/** The length of a frame's head, in bytes. */
const HEAD = 5;
const TRAILERS = 0b1000_0000;

/** Creates the fake office's route of methods. Each answers with the fields of its message. `weigh` records the weight of a parcel. */
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
    ...CASH_METHODS,
    ...HELD_METHODS,
    ...STOCK_METHODS,
  ];
  return (state, { id, body }) => {
    const [method, answer] = methods.find(([{ parent, name }]) => `${parent.typeName}/${name}` === id);
    const request = fromBinary(method.input, body.subarray(HEAD));
    const frames = [];
    const trailers = new Headers();
    try {
      const message = create(method.output, answer(state, request));
      frames.push(encodeEnvelope(0, toBinary(method.output, message)));
      setTrailerStatus(trailers, undefined);
    } catch (error) {
      setTrailerStatus(trailers, ConnectError.from(error));
    }
    frames.push(encodeEnvelope(TRAILERS, trailerSerialize(trailers)));
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
