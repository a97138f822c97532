import { useState } from 'react'
import { t } from '#contract/language/language.ts'
import { useAdminAddress } from '../../admin/address.ts'
import { DeleteDialog, useChangeStatus, useDeleteProduct } from '../../admin/changes.tsx'
import { MoreIcon } from '../../admin/icons.tsx'
import { May, useMay } from '../../admin/permissions.tsx'
import { useAddToCart } from '../../cart/add-to-cart.ts'
import type { ResponseOf } from '../../platform/api.ts'
import { productAddress } from '../../platform/paths.ts'
import { Link } from '../../platform/router/link.tsx'
import { Dropdown } from '../../ui/dropdown.tsx'
import { statusOf } from './product-status.ts'

export type AdminProduct = ResponseOf<'GET /api/admin/products/:id'>

const ENTRY =
  'flex min-h-11 w-full items-center rounded-field px-3 text-left hover:bg-hairline disabled:opacity-50'

/** Actions for one product of the list. 'Add to Cart' has the toasts of lists (spec section 8). */
export function ProductActions({ product }: { product: AdminProduct }) {
  const { addressWith } = useAdminAddress()
  const may = useMay()
  const [isDeleting, setDeleting] = useState(false)
  const addToCart = useAddToCart('list')
  const status = useChangeStatus()
  const { id, name } = product
  const current = statusOf(product)
  return (
    <div className="flex justify-end">
      <Dropdown name={`Actions for ${name}`} label={<MoreIcon />} align="right">
        <li>
          <Link className={ENTRY} to={addressWith({ edit: id })} preventScrollReset>
            {may('POST /api/admin/products') ? t('Edit') : t('View')}
          </Link>
        </li>
        <May use="POST /api/admin/products">
          <li>
            <Link className={ENTRY} to={addressWith({ edit: 'new', copy: id })} preventScrollReset>
              {t('Duplicate')}
            </Link>
          </li>
        </May>
        {current === 'active' && (
          <>
            <li>
              <button
                type="button"
                className={ENTRY}
                disabled={addToCart.isPending}
                onClick={() => addToCart.mutate({ productId: id, quantity: 1 })}
              >
                {t('Add to Cart')}
              </button>
            </li>
            <li>
              <Link className={ENTRY} to={productAddress(product)}>
                {t('View in store')}
              </Link>
            </li>
          </>
        )}
        <May use="POST /api/admin/products/bulk">
          <li className="mt-1 border-hairline border-t pt-1">
            <button
              type="button"
              className={ENTRY}
              disabled={status.isPending}
              onClick={() => status.mutate({ id, action: current === 'active' ? 'archive' : 'activate' })}
            >
              {current === 'active' ? t('Archive') : t('Activate')}
            </button>
          </li>
        </May>
        {current !== 'archived' && may('DELETE /api/admin/products/:id') && (
          <li>
            <button type="button" className={`${ENTRY} text-sale`} onClick={() => setDeleting(true)}>
              {t('Delete')}
            </button>
          </li>
        )}
      </Dropdown>
      <DeleteDialog
        title={t('Delete product')}
        question={t(
          'Are you sure you want to delete {name}? If it was ever ordered, it will be archived instead, and you can activate it later.',
          { name },
        )}
        id={id}
        remove={useDeleteProduct()}
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
      />
    </div>
  )
}
