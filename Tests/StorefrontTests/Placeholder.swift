// tests of Storefront
