module example.com/collectionscontract

go 1.22
