module receiver

go 1.22

require (
	example.com/collectionscontract v0.0.0
	github.com/mattn/go-sqlite3 v1.14.24
)

replace example.com/collectionscontract => ../..
