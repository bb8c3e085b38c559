import { useMutation, useTransport } from '@connectrpc/connect-query';
import { useState } from 'react';
import { keepFocus } from 'shared/ui/keep_focus';
import { ProductEditingService, ProductState } from '#contract/shop/catalog/v1/product_editing_pb.js';
import { ApiError, codeOf, wordsOf } from '../../api/errors';
import { claimsInTheWay, productInConflict } from '../../api/products';
import { productChanged } from '../../api/query_client';
import { notifyDone, notifyFailed } from '../../messages/notify';
import { type Edited, productIn } from '../../rules/products';
import { useMay } from '../../session/use_me';
import button from '../../ui/button.module.css';
import { Dialog } from '../../ui/Dialog';
import form from '../../ui/form.module.css';
import { isPageUnsaved } from '../../ui/unsaved';
import { AcceptClaimsDialog } from './AcceptClaimsDialog';

type Target = Exclude<ProductState, ProductState.UNSPECIFIED>;

const { DRAFT, PUBLISHED, ARCHIVED } = ProductState;

const DONE: Readonly<Record<Target, string>> = {
  [PUBLISHED]: 'It is on sale. The shop shows it in a few seconds.',
  [DRAFT]: 'It is a draft again; the shop does not show it.',
  [ARCHIVED]: 'It is archived; the shop does not show it.',
};

const SAVE_FIRST = 'Save your changes first. The shop shows only saved texts.';

/** Publishes a product, takes it out of the shop, or shows what blocks that. */
export function StateButtons({ product }: { product: Edited }) {
  const { id: productId, version: known } = product.product;
  const transport = useTransport();
  const { mutateAsync: setState } = useMutation(ProductEditingService.method.setProductState);
  const mayAccept = useMay('claims.accept');
  const [isSending, setIsSending] = useState(false);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [isAccepting, setIsAccepting] = useState(false);
  const [unstocked, setUnstocked] = useState<{ words: string; version: bigint }>();

  async function change(state: Target, version = known, withoutStock = false) {
    setIsSending(true);
    setUnstocked(undefined);
    try {
      productChanged(transport, productIn(await setState({ productId, version, state, withoutStock })));
      notifyDone(DONE[state]);
    } catch (error) {
      if (codeOf(error) === 'NO_STOCK') setUnstocked({ words: wordsOf(error), version });
      else await refuse(error);
    } finally {
      keepFocus();
      setIsSending(false);
    }
  }

  async function refuse(error: unknown) {
    const present = await productInConflict(transport, productId, error);
    if (present) productChanged(transport, present);
    if (claimsInTheWay(error).length > 0 && mayAccept) return setIsAccepting(true);
    if (codeOf(error) === 'INCOMPLETE' && error instanceof ApiError) {
      return setMissing(error.fieldErrors.map(({ message }) => message));
    }
    notifyFailed(wordsOf(error));
  }

  /** Publishing uses the saved content, so unsaved changes must be saved first. */
  function press(state: Target) {
    if (isSending) return;
    if (state === PUBLISHED && isPageUnsaved()) notifyFailed(SAVE_FIRST);
    else void change(state);
  }

  const to = (state: Target, label: string, look: string | undefined) => (
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
      {product.state === PUBLISHED && to(ARCHIVED, 'Archive', button.outline)}
      {product.state !== DRAFT && to(DRAFT, 'Make draft', button.quiet)}
      {product.state !== PUBLISHED && to(PUBLISHED, 'Publish', button.primary)}
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
              onClick={() => void change(PUBLISHED, unstocked.version, true)}
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
            void change(PUBLISHED, accepted.product.version);
          }}
          onClose={() => setIsAccepting(false)}
        />
      )}
    </>
  );
}
