module payments

go 1.25

require (
	example.com/collectionscontract v0.0.0
	github.com/gin-gonic/gin v1.11.0
	github.com/go-chi/chi/v5 v5.2.3
	github.com/gofiber/fiber/v2 v2.52.9
	github.com/jackc/pgx/v5 v5.7.6
	github.com/labstack/echo/v4 v4.13.4
	github.com/riverqueue/river v0.26.0
	github.com/riverqueue/river/riverdriver/riverdatabasesql v0.26.0
	github.com/riverqueue/river/rivertype v0.26.0
)

replace example.com/collectionscontract => ../..
