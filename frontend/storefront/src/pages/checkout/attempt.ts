import { create } from 'zustand';
import { randomId } from 'shared/rules/random_id';
import type { OrderPayload, PaymentMethod } from '../../api/types';
import { onLogOut } from '../../stores/login';
import { type CheckoutDetails, type CheckoutField, checkoutFields, emptyDetails } from '../../rules/checkout';

/**
 * A checkout from the first letter typed to the order placed. It outlives the dialog and a reload, so that neither what
 * was typed is lost nor an order whose answer was lost becomes two. It goes with the tab: phones are shared.
 */
interface Attempt {
  details: CheckoutDetails;
  /** How the shopper wants to pay. */
  paymentMethod: PaymentMethod;
  /** The order that was sent last, as a hash, and its idempotency key. */
  sent?: Sent | undefined;
}

interface Sent {
  hash: string;
  key: string;
}

const STORAGE_KEY = 'checkout';

/** Selected until the shopper chooses: the order is then placed as specified. */
const FIRST_METHOD: PaymentMethod = 'pay_later';

/** Every way to pay. */
const paymentMethods: readonly PaymentMethod[] = ['pay_later', 'online', 'cash_on_delivery'];

export const useAttempt = create<Attempt>(readStorage);

/** Keeps what the shopper types. */
export function setDetail(field: CheckoutField, value: string): void {
  setDetails({ [field]: value });
}

/** Fills in what the shopper has saved. */
export function setDetails(known: Partial<CheckoutDetails>): void {
  useAttempt.setState(({ details }) => ({ details: { ...details, ...known } }));
  store();
}

/** Keeps how the shopper wants to pay. */
export function setPaymentMethod(paymentMethod: PaymentMethod): void {
  useAttempt.setState({ paymentMethod });
  store();
}

/** The idempotency key of an order: the same for every retry, another as soon as anything in the order differs. */
export function keyOf(order: OrderPayload): string {
  const hash = hashOf(JSON.stringify(order));
  const { sent } = useAttempt.getState();
  if (sent?.hash === hash) return sent.key;
  const key = randomId();
  useAttempt.setState({ sent: { hash, key } });
  // Before the order leaves: its answer may never come.
  store();
  return key;
}

/** Forgets the attempt once its order is placed, since the same goods again are another order, or its shopper logs out. */
export function finishAttempt(): void {
  useAttempt.setState({ details: emptyDetails, paymentMethod: FIRST_METHOD, sent: undefined });
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Where storage is forbidden, nothing was stored.
  }
}

onLogOut(finishAttempt);

function store(): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(useAttempt.getState()));
  } catch {
    // Storage may be full or forbidden; then the attempt lasts as long as the page.
  }
}

/** Anybody can edit what is stored; what is not text is as if it was never typed. */
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
 * Tells one order of a shopper from the next; 64 bits of FNV-1a. No secret and no proof: the server itself refuses a key
 * that comes with another order. The browser's own digests are missing where the shop is not served over TLS.
 */
function hashOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16);
}
