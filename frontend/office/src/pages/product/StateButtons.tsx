import { useState } from 'react';
import { keepFocus } from 'shared/ui/keep_focus';
import { setProductState } from '../../api/calls';
import { ApiError, claimsInTheWay, codeOf, productInConflict, wordsOf } from '../../api/errors';
import { productChanged } from '../../api/query_client';
import type { Product, ProductState } from '../../api/types';
import { notifyDone, notifyFailed } from '../../messages/notify';
import { useMay } from '../../session/use_me';
import button from '../../ui/button.module.css';
import { Dialog } from '../../ui/Dialog';
import form from '../../ui/form.module.css';
import { isPageUnsaved } from '../../ui/unsaved';
import { AcceptClaimsDialog } from './AcceptClaimsDialog';

const DONE: Readonly<Record<ProductState, string>> = {
  published: 'It is on sale. The shop shows it in a few seconds.',
  draft: 'It is a draft again; the shop does not show it.',
  archived: 'It is archived; the shop does not show it.',
};

const SAVE_FIRST = 'Save your changes first. The shop shows only saved texts.';

/** Publishes a product, takes it out of the shop, or shows what blocks that. */
export function StateButtons({ product }: { product: Product }) {
  const mayAccept = useMay('claims.accept');
  const [isSending, setIsSending] = useState(false);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [isAccepting, setIsAccepting] = useState(false);
  const [unstocked, setUnstocked] = useState<{ words: string; version: number }>();

  async function change(state: ProductState, version = product.version, withoutStock = false) {
    setIsSending(true);
    setUnstocked(undefined);
    try {
      const sent = { version, state, ...(withoutStock && { withoutStock }) };
      productChanged(await setProductState(product.id, sent));
      notifyDone(DONE[state]);
    } catch (error) {
      if (codeOf(error) === 'NO_STOCK') setUnstocked({ words: wordsOf(error), version });
      else refuse(error);
    } finally {
      keepFocus();
      setIsSending(false);
    }
  }

  function refuse(error: unknown) {
    const present = productInConflict(error);
    if (present) productChanged(present);
    if (claimsInTheWay(error).length > 0 && mayAccept) return setIsAccepting(true);
    if (codeOf(error) === 'INCOMPLETE' && error instanceof ApiError) {
      return setMissing(error.fieldErrors.map(({ message }) => message));
    }
    notifyFailed(wordsOf(error));
  }

  /** Publishing uses the saved content, so unsaved changes must be saved first. */
  function press(state: ProductState) {
    if (isSending) return;
    if (state === 'published' && isPageUnsaved()) notifyFailed(SAVE_FIRST);
    else void change(state);
  }

  const to = (state: ProductState, label: string, look: string | undefined) => (
    <button
      type="button"
      className={look}
      // A disabled button would lose the focus, and no dialog could give it back.
      aria-disabled={isSending || undefined}
      onClick={() => press(state)}
    >
      {label}
    </button>
  );
  return (
    <>
      {product.state === 'published' && to('archived', 'Archive', button.outline)}
      {product.state !== 'draft' && to('draft', 'Make draft', button.quiet)}
      {product.state !== 'published' && to('published', 'Publish', button.primary)}
      <Dialog open={missing.length > 0} title="Not complete yet" onClose={() => setMissing([])}>
        <p className={form.note}>Shoppers must know this before they buy. Add:</p>
        <ul>
          {missing.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </Dialog>
      {unstocked && (
        <Dialog open title="No pack is in stock" onClose={() => setUnstocked(undefined)}>
          <p className={form.note}>{unstocked.words}</p>
          <div className={form.buttons}>
            <button type="button" className={button.quiet} onClick={() => setUnstocked(undefined)}>
              Back
            </button>
            <button
              type="button"
              className={button.primary}
              onClick={() => void change('published', unstocked.version, true)}
            >
              Publish as sold out
            </button>
          </div>
        </Dialog>
      )}
      {isAccepting && (
        <AcceptClaimsDialog
          product={product}
          onAccepted={(accepted) => {
            setIsAccepting(false);
            void change('published', accepted.version);
          }}
          onClose={() => setIsAccepting(false)}
        />
      )}
    </>
  );
}
