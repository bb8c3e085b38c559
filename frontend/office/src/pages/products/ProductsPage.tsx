import { useInfiniteQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { useMemo } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { formatPrice } from 'shared/rules/rupees';
import { productsQuery } from '../../api/queries';
import type { Product, ProductState } from '../../api/types';
import { PRODUCT_STATES, smallPhoto, TAX_CLASSES } from '../../rules/products';
import { rowsOf } from '../../rules/rows';
import { useMay } from '../../session/use_me';
import button from '../../ui/button.module.css';
import { Chip } from '../../ui/Chip';
import { type Column, DataTable, type features } from '../../ui/DataTable';
import { Icon } from '../../ui/Icon';
import { More } from '../../ui/More';
import { PageHead } from '../../ui/PageHead';
import { SearchForm } from '../../ui/SearchForm';
import { Tabs } from '../../ui/Tabs';
import { Nothing, Waiting } from '../../ui/Waiting';
import styles from './products.module.css';

const TABS: readonly { state?: ProductState; label: string }[] = [
  { label: 'All' },
  { state: 'published', label: 'On sale' },
  { state: 'draft', label: 'Drafts' },
  { state: 'archived', label: 'Archived' },
];

const helper = createColumnHelper<typeof features, Product>();

const columns = helper.columns([
  helper.accessor('content', {
    header: 'Product',
    cell: ({ row: { original } }) => <Name product={original} />,
  }),
  helper.accessor('state', {
    header: 'State',
    meta: { isTight: true },
    cell: ({ getValue }) => {
      const { label, tone } = PRODUCT_STATES[getValue()];
      return <Chip tone={tone}>{label}</Chip>;
    },
  }),
  helper.accessor('packs', {
    header: 'Packs',
    cell: ({ row: { original } }) => packsWords(original),
  }),
  helper.accessor('claims', {
    header: 'Claims',
    meta: { isTight: true },
    cell: ({ row: { original } }) => claimsWords(original),
  }),
  helper.display({
    id: 'tax',
    header: 'Tax',
    meta: { isTight: true },
    cell: ({ row: { original } }) => TAX_CLASSES[original.content.taxClass],
  }),
]) as Column<Product>[];

/** The products: on sale, drafts and archived ones. */
export default function ProductsPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const mayWrite = useMay('products.write');
  const text = search.get('text') ?? '';
  const state = TABS.find((tab) => tab.state === search.get('state'))?.state;
  const query = useInfiniteQuery(productsQuery(state, text));
  const products = useMemo(
    () =>
      rowsOf(
        query.data,
        (page) => page.products,
        ({ id }) => id,
      ),
    [query.data],
  );
  return (
    <>
      <PageHead title="Products">
        {mayWrite && (
          <Link className={button.primary} to="/products/new">
            <Icon name="plus" /> New product
          </Link>
        )}
      </PageHead>
      <Tabs
        label="States of products"
        tabs={TABS.map((tab) => ({
          to: addressOf(tab.state, text),
          label: tab.label,
          isOpen: tab.state === state,
        }))}
      />
      <SearchForm
        text={text}
        label="Find products by a part of their name"
        placeholder="A part of a name…"
        onSearch={(typed) => void navigate(addressOf(state, typed))}
      />
      {!query.data ? (
        <Waiting query={query} what="the products" />
      ) : products.length === 0 ? (
        <Nothing>There is no such product.</Nothing>
      ) : (
        <>
          <DataTable
            caption="Products"
            columns={columns}
            rows={products}
            idOf={({ id }) => id}
            nameOf={({ content }) => content.productName}
            renderCard={(product) => <ProductCard product={product} />}
          />
          <More query={query} shown={products.length === 1 ? '1 product' : `${products.length} products`} />
        </>
      )}
    </>
  );
}

function addressOf(state: ProductState | undefined, text: string): string {
  const query = String(new URLSearchParams({ ...(state && { state }), ...(text && { text }) }));
  return query ? `/products?${query}` : '/products';
}

function Name({ product: { id, content } }: { product: Product }) {
  const [photo] = content.photos;
  return (
    <span className={styles.name}>
      {photo ? (
        <img src={smallPhoto(photo)} alt="" width={40} height={40} loading="lazy" />
      ) : (
        <span className={styles.noPhoto} aria-hidden="true" />
      )}
      <span>
        <Link to={`/products/${id}`}>{content.productName}</Link>
        <small lang="hi">{content.hindiName}</small>
      </span>
    </span>
  );
}

function packsWords({ packs }: Product): string {
  return packs.map(({ weightInGrams, price }) => `${weightInGrams} g ${formatPrice(price)}`).join(' · ');
}

function claimsWords({ claims }: Product): string {
  const open = claims.filter(({ isAccepted }) => !isAccepted).length;
  if (open > 0) return open === 1 ? '1 to check' : `${open} to check`;
  return claims.length > 0 ? 'accepted' : '';
}

function ProductCard({ product }: { product: Product }) {
  const { label, tone } = PRODUCT_STATES[product.state];
  return (
    <>
      <p>
        <Name product={product} />
        <Chip tone={tone}>{label}</Chip>
      </p>
      <p className={styles.soft}>
        <span>{packsWords(product)}</span>
        <span>{claimsWords(product)}</span>
      </p>
    </>
  );
}
