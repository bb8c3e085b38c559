import { useState } from 'react';
import { cancelOrder, readOrder, returnOrder, trackOrder } from '../../api/client';
import { ApiError, NOT_LOGGED_IN, shopperMessage } from '../../api/errors';
import type { Order, CancelOrReturn } from '../../api/types';
import { useForm } from '../../forms/use_form';
import type { OrderAction } from '../../rules/order_life';
import { checkReturn, returnFields, sentReason } from '../../rules/tracking';
import { setLoginFlag } from '../../stores/login';

/** It went on meanwhile, or it is too late for that. */
const CONFLICT = 409;

/** What shows that an order is the shopper's: the mobile number on it, the link of a mail, or nothing but their login. */
export type Proof = Pick<CancelOrReturn, 'mobilenumber' | 'token'>;

/** How an order stands after a wish, and why that was not granted. */
export interface Outcome {
  order: Order;
  refusal?: string;
}

interface CancelOrReturnSetup {
  kind: OrderAction;
  order: Order;
  proof: Proof;
  onEnd: (outcome: Outcome) => void;
}

/** Sends a wish once it is complete. One that comes too late ends too: with the order as it stands by then. */
export function useCancelOrReturn({ kind, order, proof, onEnd }: CancelOrReturnSetup) {
  const [reason, setReason] = useState('');
  const { orderNumber, version } = order;

  async function send() {
    if (kind === 'cancel') return cancelOrder(orderNumber, { version, ...proof });
    return returnOrder(orderNumber, { version, ...proof, reason: sentReason(reason) });
  }

  function read() {
    const isGuest = proof.mobilenumber || proof.token;
    return isGuest ? trackOrder({ orderNumber, ...proof }) : readOrder(orderNumber);
  }

  async function conflict(error: unknown): Promise<Outcome> {
    if (!(error instanceof ApiError) || error.status !== CONFLICT) throw error;
    return { order: await read(), refusal: shopperMessage(error) };
  }

  return useForm({
    fields: returnFields,
    values: { reason },
    setField: (_, value) => setReason(value),
    check: (values) => (kind === 'return' ? checkReturn(values) : {}),
    async send() {
      onEnd(await send().then((moved) => ({ order: moved }), conflict));
    },
    refusalOf: shopperMessage,
    onRefusal(error) {
      // The session may have ended long after the flag was set.
      if (error instanceof ApiError && error.status === NOT_LOGGED_IN) setLoginFlag(false);
    },
  });
}
