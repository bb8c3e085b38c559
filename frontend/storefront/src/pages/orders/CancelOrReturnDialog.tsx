import { useState } from 'react';
import type { CancelOrReturn, Order } from '../../api/types';
import { ordersWords } from '#words/orders';
import type { OrderAction } from '../../rules/order_life';
import { FormDialog } from '../../ui/FormDialog';
import { Field } from 'shared/ui/Field';
import { cancelOrder, readOrder, returnOrder, trackOrder } from '../../api/client';
import { ApiError, shopperMessage } from '../../api/errors';
import { useForm } from '../../forms/use_form';
import {
  allPacks,
  checkReturn,
  packsIn,
  returnFields,
  type ReturnWish,
  sentLines,
  sentReason,
} from '../../rules/returns';
import { noticeLogout } from '../../stores/notice_logout';
import { ReturnPacks } from './ReturnPacks';

interface CancelOrReturnDialogProps {
  kind: OrderAction;
  open: boolean;
  order: Order;
  proof: Proof;
  /** Called when the order has changed, by this request or another. */
  onEnd: (outcome: Outcome) => void;
  onClose: () => void;
}

/** The dialog that confirms a cancellation, or asks for the packs and the reason of a return. */
export function CancelOrReturnDialog({
  kind,
  open,
  order,
  proof,
  onEnd,
  onClose,
}: CancelOrReturnDialogProps) {
  const { text, ...texts } = ordersWords.actions[kind];
  const refund =
    kind === 'cancel' && order.paymentStatus === 'paid' ? ` ${ordersWords.actions.cancel.refund}` : '';
  const { control, ...form } = useCancelOrReturn({ kind, order, proof, onEnd });
  const isReturn = kind === 'return';
  // A single pack leaves nothing to pick.
  const picksPacks = isReturn && packsIn(order.lines) > 1;
  return (
    <FormDialog
      open={open}
      form={form}
      keepFirst={!isReturn}
      onClose={onClose}
      {...texts}
      text={text + refund}
    >
      {picksPacks && <ReturnPacks {...control('lines')} ordered={order.lines} />}
      {isReturn && (
        <Field
          {...control('reason')}
          label={ordersWords.reason}
          hint={ordersWords.reasonHint}
          autoComplete="off"
          multiline
          autoFocusInDialog={!picksPacks}
        />
      )}
    </FormDialog>
  );
}

/** The status for an order that has changed meanwhile, or cannot be cancelled or returned any more. */
const CONFLICT = 409;

/** The proof that an order is the shopper's: its mobile number or a mail link's token. Empty for logged-in shoppers. */
export type Proof = Pick<CancelOrReturn, 'mobilenumber' | 'token'>;

/** The order after a request, and the error message if it was refused. */
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

/** Sends a complete request. A request that comes too late also ends, with the current order. */
function useCancelOrReturn({ kind, order, proof, onEnd }: CancelOrReturnSetup) {
  const { orderNumber, version, lines } = order;
  const [wish, setWish] = useState<ReturnWish>(() => ({ lines: allPacks(lines), reason: '' }));

  async function send() {
    if (kind === 'cancel') return cancelOrder(orderNumber, { version, ...proof });
    const reason = sentReason(wish.reason);
    return returnOrder(orderNumber, { version, ...proof, reason, ...sentLines(wish.lines, lines) });
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
    values: wish,
    setField: (field, value) => setWish((last) => ({ ...last, [field]: value })),
    check: (values) => (kind === 'return' ? checkReturn(values) : {}),
    async send() {
      onEnd(await send().then((changed) => ({ order: changed }), conflict));
    },
    refusalOf: shopperMessage,
    onRefusal: noticeLogout,
  });
}
