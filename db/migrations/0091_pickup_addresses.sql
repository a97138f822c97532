-- A pickup has a structured address, because it is taxed where it is picked up. The owner enters it again.
delete from settings where name = 'zones' and jsonb_path_exists(value, '$[*].methods[*] ? (@.kind == "pickup")');
update order_versions
set quote = jsonb_set(
  quote,
  '{shipping,delivery,address}',
  jsonb_build_object(
    'address', '', 'city', '', 'state', '', 'zipCode', '', 'country', '',
    'formatted', to_jsonb(string_to_array(quote #>> '{shipping,delivery,address}', E'\n'))
  )
)
where jsonb_typeof(quote #> '{shipping,delivery,address}') = 'string';
