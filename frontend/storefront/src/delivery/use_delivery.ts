import { useEffect, useState } from 'react';
import { quoteDelivery } from '../api/client';
import { ApiError } from '../api/errors';
import type { DeliveryQuote } from '../api/types';
import { deliveryWords } from '#words/delivery';
import { isPincode } from '../rules/delivery';

interface Asked {
  pincode: string;
  /** How often the same was asked. */
  tries: number;
  quote?: DeliveryQuote;
  problem?: string;
}

const UNKNOWN = 404;
const nothing: Asked = { pincode: '', tries: 0 };

/** The way to a pincode and its cost, asked of the shop whenever the pincode is another. */
export function useDelivery(pincode: string) {
  const [tries, setTries] = useState(0);
  const [asked, setAsked] = useState(nothing);
  const isAsked = isPincode(pincode);

  useEffect(() => {
    if (!isAsked) return undefined;
    let isWanted = true;
    const answer = (told: Pick<Asked, 'quote' | 'problem'>) => {
      if (isWanted) setAsked({ pincode, tries, ...told });
    };
    quoteDelivery(pincode).then(
      (quote) => answer({ quote }),
      (error) => answer({ problem: problemOf(error, pincode) }),
    );
    return () => {
      isWanted = false;
    };
  }, [pincode, isAsked, tries]);

  const isAnswered = asked.pincode === pincode && asked.tries === tries;
  // What was said before stands until there is something newer about the same place.
  const { quote, problem } = asked.pincode === pincode ? asked : nothing;
  return { quote, problem, asking: isAsked && !isAnswered, askAgain: () => setTries((count) => count + 1) };
}

function problemOf(error: unknown, pincode: string): string {
  const isUnknown = error instanceof ApiError && error.status === UNKNOWN;
  return isUnknown ? deliveryWords.unknown(pincode) : deliveryWords.failed;
}
