import { create } from 'zustand';
import { randomId } from 'shared/rules/random_id';
import type { OrderPayload, PaymentMethod } from '../../api/types';
import { onLogOut } from '../../stores/login';
import { type CheckoutDetails, type CheckoutField, checkoutFields, emptyDetails } from '../../rules/checkout';

/**
 * A checkout, from the first letter typed to the placed order. It outlives the dialog and a reload, so that typed text is kept and an order
 * whose response was lost is not placed twice. It ends with the tab, because phones are shared.
 */
interface Attempt {
  details: CheckoutDetails;
  /** The chosen payment method. */
  paymentMethod: PaymentMethod;
  /** The hash of the last sent order, and its idempotency key. */
  sent?: Sent | undefined;
}

interface Sent {
  hash: string;
  key: string;
}

const STORAGE_KEY = 'checkout';

/** The method selected until the shopper chooses. The specification asks for it. */
const FIRST_METHOD: PaymentMethod = 'pay_later';

/** All payment methods. */
const paymentMethods: readonly PaymentMethod[] = ['pay_later', 'online', 'cash_on_delivery'];

export const useAttempt = create<Attempt>(readStorage);

/** Sets a detail to the typed value. */
export function setDetail(field: CheckoutField, value: string): void {
  setDetails({ [field]: value });
}

/** Sets details to saved values. */
export function setDetails(known: Partial<CheckoutDetails>): void {
  useAttempt.setState(({ details }) => ({ details: { ...details, ...known } }));
  store();
}

/** Sets the chosen payment method. */
export function setPaymentMethod(paymentMethod: PaymentMethod): void {
  useAttempt.setState({ paymentMethod });
  store();
}

/** The idempotency key of an order: the same for every retry, another if anything in the order differs. */
export function keyOf(order: OrderPayload): string {
  const hash = hashOf(JSON.stringify(order));
  const { sent } = useAttempt.getState();
  if (sent?.hash === hash) return sent.key;
  const key = randomId();
  useAttempt.setState({ sent: { hash, key } });
  // Stored before the order is sent, because its response may never arrive.
  store();
  return key;
}

/** Resets the attempt after its order was placed, or on logout. The same goods again are then another order. */
export function finishAttempt(): void {
  useAttempt.setState({ details: emptyDetails, paymentMethod: FIRST_METHOD, sent: undefined });
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // If storage is forbidden, nothing was stored.
  }
}

onLogOut(finishAttempt);

function store(): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(useAttempt.getState()));
  } catch {
    // Storage may be full or forbidden. Then the attempt lasts as long as the page.
  }
}

/** Reads the stored attempt. Users can edit it, so values that are not text are ignored. */
function readStorage(): Attempt {
  try {
    const { details = {}, paymentMethod, sent } = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}');
    const typed = checkoutFields.map((field) => [field, isText(details[field]) ? details[field] : '']);
    const known = isText(sent?.hash) && isText(sent?.key) ? { hash: sent.hash, key: sent.key } : undefined;
    const method = paymentMethods.find((one) => one === paymentMethod) ?? FIRST_METHOD;
    return { details: Object.fromEntries(typed) as CheckoutDetails, paymentMethod: method, sent: known };
  } catch {
    return { details: emptyDetails, paymentMethod: FIRST_METHOD };
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/**
 * A 64-bit FNV-1a hash that tells the orders of a shopper apart. It is not for security: the server refuses a key with another order. The
 * browser's own digests are missing without TLS.
 */
function hashOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16);
}
