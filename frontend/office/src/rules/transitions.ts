import type { Order, OrderState } from '../api/types';
import { isReturn } from './order_states';
import { emailWords } from './shopper_email';

/** The input that a status change needs. */
export type Need =
  | 'nothing'
  | 'confirmation'
  | 'parcel'
  | 'reason'
  | 'return terms'
  | 'packs taken back'
  | 'reason and lines';

/** A status change as staff see it: its button and its dialog. */
export interface Transition {
  to: OrderState;
  button: string;
  /** The heading of the dialog. */
  title: string;
  /** The button of the dialog. */
  send: string;
  needs: Need;
  /** The consequence, shown before the change. */
  consequence?: string;
  /** The news that the shopper gets by email, if the order has an address. */
  emailText?: string;
  /** The message after the change. */
  done: string;
  tone: 'primary' | 'outline' | 'quiet';
}

const TRANSITIONS: Readonly<Record<Exclude<OrderState, 'placed'>, Omit<Transition, 'to'>>> = {
  confirmed: {
    button: 'Confirm',
    title: 'Confirm the order',
    send: 'Confirm',
    needs: 'nothing',
    emailText: 'The shopper gets an email.',
    done: 'Confirmed.',
    tone: 'primary',
  },
  packed: {
    button: 'Mark packed',
    title: 'Mark it packed',
    send: 'Mark packed',
    needs: 'nothing',
    consequence: 'The shopper cannot cancel it any more.',
    done: 'Packed.',
    tone: 'primary',
  },
  shipped: {
    button: 'Ship…',
    title: 'Hand it to the carrier',
    send: 'Mark shipped',
    needs: 'parcel',
    emailText: 'The shopper gets an email with the tracking number.',
    done: 'Shipped.',
    tone: 'primary',
  },
  delivered: {
    button: 'Delivered…',
    title: 'Mark it delivered',
    send: 'Mark delivered',
    needs: 'confirmation',
    consequence: 'The shopper can ask for a return within 30 days.',
    emailText: 'The shopper gets an email.',
    done: 'Delivered.',
    tone: 'primary',
  },
  return_accepted: {
    button: 'Accept the return…',
    title: 'Accept the return',
    send: 'Accept the return',
    needs: 'return terms',
    emailText: 'The shopper gets an email with the address, and who pays for the parcel.',
    done: 'The return is accepted.',
    tone: 'primary',
  },
  returned: {
    button: 'Inspect the return…',
    title: 'Inspect the return',
    send: 'Accept the packs',
    needs: 'packs taken back',
    consequence:
      'Open the parcel first. Only the packs that you accept are refunded. Then decide under Returns which of them can be sold again.',
    emailText: 'The shopper gets an email.',
    done: 'The packs are accepted.',
    tone: 'primary',
  },
  return_requested: {
    button: 'Record a return…',
    title: 'Record a return',
    send: 'Save',
    needs: 'reason and lines',
    emailText: 'The shopper gets an email.',
    done: 'The return is recorded.',
    tone: 'quiet',
  },
  returned_to_origin: {
    button: 'RTO…',
    title: 'The carrier brought it back',
    send: 'Mark as RTO',
    needs: 'confirmation',
    consequence: 'The packs wait under Returns until they are inspected.',
    done: 'Returned to origin (RTO).',
    tone: 'quiet',
  },
  lost: {
    button: 'Lost…',
    title: 'The carrier lost it',
    send: 'Mark as lost',
    needs: 'confirmation',
    consequence: 'The shopper owes nothing.',
    emailText: 'The shopper gets an email.',
    done: 'Marked as lost.',
    tone: 'quiet',
  },
  cancelled: {
    button: 'Cancel…',
    title: 'Cancel the order',
    send: 'Cancel the order',
    needs: 'reason',
    consequence: 'The packs can be sold again.',
    emailText: 'The shopper gets an email.',
    done: 'Cancelled.',
    tone: 'outline',
  },
};

/** Refusing a return also leads to `delivered`, but it is not a delivery: the shopper keeps the packs. */
const REFUSED_RETURN: Transition = {
  to: 'delivered',
  button: 'Refuse the return…',
  title: 'Refuse the return',
  send: 'Refuse the return',
  needs: 'reason',
  consequence: 'The shopper keeps the packs. Send back those that have already arrived.',
  emailText: 'The shopper gets an email with the reason.',
  done: 'The return is refused.',
  tone: 'outline',
};

/** The order of the buttons: the usual next change first. */
const ORDER: readonly OrderState[] = [
  'confirmed',
  'packed',
  'shipped',
  'return_accepted',
  'returned',
  'delivered',
  'return_requested',
  'returned_to_origin',
  'lost',
  'cancelled',
];

/** Returns the change from one status to another. */
export function transitionOf(from: OrderState, to: OrderState): Transition | undefined {
  if (to === 'placed') return undefined;
  return to === 'delivered' && isReturn(from) ? REFUSED_RETURN : { to, ...TRANSITIONS[to] };
}

/** Returns the changes that staff may make, the usual next one first. */
export function transitionsOf(from: OrderState, nextStates: readonly OrderState[]): Transition[] {
  return ORDER.filter((state) => nextStates.includes(state)).flatMap(
    (state) => transitionOf(from, state) ?? [],
  );
}

/** Describes a change of an order before it is made: its consequence, and how the shopper learns of it. */
export function consequenceOf(
  { consequence, emailText }: Transition,
  order: Pick<Order, 'email' | 'mobileNumber'>,
): string {
  return [consequence, emailText && emailWords(order, emailText)].filter(Boolean).join(' ');
}
