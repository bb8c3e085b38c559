import { quoteDelivery } from '../api/client';
import { ApiError } from '../api/errors';
import type { DeliveryQuote } from '../api/types';
import { deliveryWords } from '#words/delivery';
import { isPincode } from '../rules/delivery';
import { createResource } from '../stores/resource';
import { useResource } from '../stores/use_resource';

const UNKNOWN = 404;

/** The delivery to a pincode and its cost. The date moves on with the clock, so who comes back asks again after a minute. */
const deliveryQuotes = createResource<DeliveryQuote>({
  ask: (pincode, { fresh }) => quoteDelivery(pincode, { fresh }),
  staleMs: 60_000,
});

/** The delivery to a pincode and its cost, asked for once the pincode has its six digits. */
export function useDelivery(pincode: string) {
  const {
    data: quote,
    error,
    loading,
  } = useResource(deliveryQuotes, isPincode(pincode) ? pincode : undefined);
  const problem = quote || error === undefined ? undefined : problemOf(error, pincode);
  return { quote, problem, asking: loading !== undefined, askAgain: () => askAgain(pincode) };
}

function askAgain(pincode: string): void {
  // How it goes is seen where the quote is shown.
  if (isPincode(pincode)) deliveryQuotes.load(pincode, true).catch(() => {});
}

/** The quote of a pincode: the one that is known, else the one that is on its way. Rejects with what the shopper is told. */
export async function quoteOf(pincode: string): Promise<DeliveryQuote> {
  const { data, loading } = deliveryQuotes.entryOf(pincode);
  try {
    return data ?? (await (loading ?? deliveryQuotes.load(pincode)));
  } catch (error) {
    if (!isUnknown(error)) throw error;
    const words = problemOf(error, pincode);
    throw new ApiError(UNKNOWN, words, [{ field: 'pincode', message: words }]);
  }
}

function problemOf(error: unknown, pincode: string): string {
  return isUnknown(error) ? deliveryWords.unknown(pincode) : deliveryWords.failed;
}

function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && error.status === UNKNOWN;
}
