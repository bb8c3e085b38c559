import { quoteDelivery } from '../api/client';
import { ApiError } from '../api/errors';
import type { DeliveryQuote } from '../api/types';
import { deliveryWords } from '#words/delivery';
import { isPincode } from '../rules/delivery';
import { createResource } from '../stores/resource';
import { useResource } from '../stores/use_resource';

const UNKNOWN = 404;

/** Delivery dates and charges by pincode. They are stale after a minute, because the date changes with the clock. */
const deliveryQuotes = createResource<DeliveryQuote>({
  ask: (pincode, { fresh }) => quoteDelivery(pincode, { fresh }),
  staleMs: 60_000,
});

/** Delivery date and charges for a pincode, fetched once it has six digits. */
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
  // The result is shown with the quote.
  if (isPincode(pincode)) deliveryQuotes.load(pincode, true).catch(() => {});
}

/** The known or pending quote of a pincode. Rejects with a message for the shopper. */
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
