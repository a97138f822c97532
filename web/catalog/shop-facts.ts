/** Facts about the shop for search engines (schema.org Organization and WebSite with its search). */
export function shopFacts(publicUrl: string, name: string): object[] {
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name,
      url: publicUrl,
      logo: `${publicUrl}/icon.svg`,
    },
    {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name,
      url: publicUrl,
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${publicUrl}/?search={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
  ]
}
