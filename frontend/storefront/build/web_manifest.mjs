// The web app manifest, with which a phone adds the shop to its home screen.

/** The manifest's content for a shop with these facts. */
export function webManifest(shop, language) {
  return {
    name: shop.name,
    short_name: shop.name,
    description: shop.tagline,
    lang: language,
    start_url: '/',
    display: 'minimal-ui',
    background_color: '#fdf8ee',
    theme_color: '#1c2b4f',
    icons: [
      icon('icon-192', 192, 'any'),
      icon('icon-512', 512, 'any'),
      icon('icon-maskable-512', 512, 'maskable'),
    ],
  };
}

function icon(name, size, purpose) {
  return { src: `/icons/${name}.png`, sizes: `${size}x${size}`, type: 'image/png', purpose };
}
